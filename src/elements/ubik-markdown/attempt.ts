import {reportToConsole} from '../../controller/report-to-console.js';

/** Calls code that may fail, such as that of an extension. An exception is reported and does not affect other text. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    reportToConsole(error);
    return undefined;
  }
}
