/** What every event of ours is: it bubbles and leaves shadow trees, so that one listener on the page hears it. */
export abstract class UbikEvent extends Event {
  constructor(type: `ubik-${string}`, {cancelable = false} = {}) {
    super(type, {bubbles: true, composed: true, cancelable});
  }
}
