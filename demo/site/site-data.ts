import {readFileSync} from 'node:fs';

/** What the pages state about the project. Links whose address is unknown are left out. */
interface SiteData {
  readonly version: string;
  /** The address of the published site, with a slash at its end: `SITE_URL`, or `homepage` of the package. */
  readonly url: string | undefined;
  /** The path of the site on its server. */
  readonly base: string;
  /** The web page of the repository: `SITE_REPOSITORY`, or `repository` of the package. */
  readonly repository: string | undefined;
}

interface Package {
  readonly version: string;
  readonly homepage?: string;
  readonly repository?: string | {readonly url: string};
}

export function siteData(env: Readonly<Record<string, string | undefined>>): SiteData {
  const {version, homepage, repository} = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Package;
  const address = env['SITE_URL'] ?? homepage;
  const url = address === undefined ? undefined : new URL(address.replace(/\/*$/, '/'));
  const source = typeof repository === 'string' ? repository : repository?.url;
  return {
    version,
    url: url?.href,
    base: url?.pathname ?? '/',
    repository: env['SITE_REPOSITORY'] ?? source?.replace(/^git\+/, '').replace(/\.git$/, ''),
  };
}
