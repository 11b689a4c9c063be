/** Puts a button that copies it on every sample of code. */
export function addCopyButtons(root: ParentNode): void {
  for (const sample of root.querySelectorAll('figure.sample pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(button, () => sample.textContent));
    sample.before(button);
  }
}

/** Copies words, and says for a moment on the button how that went. */
export async function copy(button: HTMLButtonElement, words: () => string): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(words());
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => (button.textContent = label), 1500);
}
