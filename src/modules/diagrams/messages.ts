/** What the page sends into the frame. */
export interface DrawRequest {
  readonly source: string;
  readonly dark: boolean;
}

/** What the frame answers: that it is there, how high the diagram is in CSS pixels, or that it is none. */
export type FrameAnswer =
  | {readonly diagram: 'ready'}
  | {readonly diagram: 'drawn'; readonly height: number}
  | {readonly diagram: 'failed'};
