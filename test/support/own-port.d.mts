export declare function ownPort(): Promise<number>;
