import type {Environment} from '../../../src/controller/environment.js';

/** An environment whose milliseconds are turns of the event loop: no timer is late because the machine is busy. */
export const turnEnvironment: Pick<Environment, 'after'> = {
  after(milliseconds, callback) {
    let left = milliseconds;
    const turn = (): void => {
      left -= 1;
      if (left > 0) next = setImmediate(turn);
      else callback();
    };
    let next = setImmediate(turn);
    return () => clearImmediate(next);
  },
};
