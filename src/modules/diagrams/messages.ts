/** A message of the page to the frame. */
export interface RenderRequest {
  readonly source: string;
  readonly dark: boolean;
}

/** A message of the frame: it is ready, it rendered a diagram with this height in CSS pixels, or it failed. */
export type FrameMessage =
  | {readonly diagram: 'ready'}
  | {readonly diagram: 'rendered'; readonly height: number}
  | {readonly diagram: 'failed'};
