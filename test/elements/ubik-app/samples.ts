import type {JsonRecord} from '../../../src/core/values.js';

/** A recorded exchange between an app and its host. */
export interface Sample {
  readonly title: string;
  readonly messages: readonly {readonly from: string; readonly message: JsonRecord}[];
}

export const readSample = async <T>(name: string): Promise<T> =>
  (await (await fetch(`/test/elements/ubik-app/samples/${name}.json`)).json()) as T;
