/** Adds a copy button to every code sample. */
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

/** Copies a text and displays the result on the button for a moment. */
export async function copy(button: HTMLButtonElement, text: () => string): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text());
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => (button.textContent = label), 1500);
}
