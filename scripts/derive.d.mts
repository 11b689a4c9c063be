import type {CustomElementsManifest} from './manifest.mjs';

/** The contents of the derived files, by path. */
export function derived(
  manifest: CustomElementsManifest,
): Promise<Readonly<Record<string, string>>>;
