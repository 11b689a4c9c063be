/** Replaces a property while an action runs. */
export async function instead(
  target: object,
  name: string,
  value: unknown,
  act: () => unknown,
): Promise<void> {
  const original = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, {configurable: true, value});
  try {
    await act();
  } finally {
    if (original) Object.defineProperty(target, name, original);
    else Reflect.deleteProperty(target, name);
  }
}
