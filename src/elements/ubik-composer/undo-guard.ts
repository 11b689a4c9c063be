/**
 * Ends the history of a field when a script replaces its text. Chromium keeps the steps of the old text: undoing one of them
 * changes nothing, and redoing it inserts words of the old text into the new one.
 */
export class UndoGuard {
  #text = '';
  /** Whether everything that the user has done since then is undone. */
  #isUndone = true;
  /** How many steps were undone last. */
  #redoable = 0;

  /** A script has replaced the text. */
  reset(text: string): void {
    this.#text = text;
    this.#isUndone = true;
    this.#redoable = 0;
  }

  readonly onBeforeInput = (event: InputEvent): void => {
    const {inputType} = event;
    const isOver =
      (inputType === 'historyUndo' && this.#isUndone) ||
      (inputType === 'historyRedo' && this.#redoable === 0);
    if (isOver) event.preventDefault();
  };

  /** @param text The text that the field has now. */
  onInput({inputType}: InputEvent, text: string): void {
    const isUndo = inputType === 'historyUndo';
    if (isUndo) this.#redoable += 1;
    else this.#redoable = inputType === 'historyRedo' ? this.#redoable - 1 : 0;
    this.#isUndone = isUndo && text === this.#text;
  }
}
