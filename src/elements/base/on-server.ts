/** Whether the elements are rendered to a string, where there is no document. */
export const onServer: boolean = typeof document === 'undefined';
