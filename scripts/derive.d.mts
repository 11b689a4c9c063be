import type {CustomElementsManifest} from './manifest.mjs';

/** What each file must hold that follows from a manifest. */
export function derived(
  manifest: CustomElementsManifest,
): Promise<Readonly<Record<string, string>>>;
