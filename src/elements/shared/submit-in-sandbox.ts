/**
 * Submits the forms of an element also in a frame with `sandbox` that does not contain `allow-forms`, where browsers fire no
 * `submit` event. No form of the chat navigates, so that nothing is done which the sandbox forbids. Enter in a field counts as a
 * click of the button.
 */
export function submitInSandbox(host: HTMLElement): void {
  host.addEventListener('click', event => {
    const [target] = event.composedPath();
    const submitter = target instanceof Element && target.closest('button');
    if (!submitter || submitter.type !== 'submit' || !submitter.form || submitter.disabled) return;
    const {form} = submitter;
    const onSubmit = (): void => clearTimeout(timer);
    // The browser submits as soon as all listeners have been called.
    const timer = setTimeout(() => {
      form.removeEventListener('submit', onSubmit, true);
      if (event.defaultPrevented || !form.isConnected) return;
      if (form.noValidate || form.matches(':valid'))
        form.dispatchEvent(new SubmitEvent('submit', {submitter, bubbles: true, cancelable: true}));
    });
    form.addEventListener('submit', onSubmit, {capture: true, once: true});
  });
}
