import {asArray, asRecord, textOrType, type JsonRecord} from '../../core/values.js';

/** What an app declares about the hosts that it uses (`_meta.ui.csp`), as far as it is granted. */
interface GrantedHosts {
  readonly connectDomains: readonly string[];
  readonly resourceDomains: readonly string[];
}

interface AppPolicy {
  /** The content security policy of the app's document. */
  readonly text: string;
  readonly granted: GrantedHosts;
  /** Declared entries that are not granted. */
  readonly refused: readonly string[];
}

/** Entries of one list. */
const maxHosts = 32;

/** Host names in the labels of DNS; a `*` only as the whole first label, before at least two more. */
const HOST =
  /^(?:\*\.(?=[^.]+\.[^.]))?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
const ENTRY = /^(https|wss):\/\/([^/:]+)(:\d{1,5})?\/?$/;

/** An entry as a source of a policy; `undefined` if it is anything else than a scheme, a host and a port. */
function sourceOf(entry: unknown, schemes: readonly string[]): string | undefined {
  const [, scheme = '', host = '', port = ''] =
    ENTRY.exec(typeof entry === 'string' ? entry.toLowerCase() : '') ?? [];
  return schemes.includes(scheme) && HOST.test(host) ? `${scheme}://${host}${port}` : undefined;
}

/**
 * Creates the policy of an app from the metadata of its document. Only known lists are read, and each entry is
 * validated by itself, because the texts become part of a policy. Frames inside of an app and other base addresses are
 * not granted, because the policy of the shell refuses them.
 */
export function buildPolicy(csp: unknown): AppPolicy {
  const declared = asRecord(csp);
  const refused: string[] = [];
  const read = (name: string, schemes: readonly string[] = ['https']): readonly string[] =>
    asArray(declared[name]).flatMap((entry, index) => {
      const source = index < maxHosts ? sourceOf(entry, schemes) : undefined;
      if (source === undefined) refused.push(textOrType(entry).slice(0, 80));
      return source ?? [];
    });
  const granted = {
    connectDomains: read('connectDomains', ['https', 'wss']),
    resourceDomains: read('resourceDomains'),
  };
  for (const name of ['frameDomains', 'baseUriDomains']) read(name, []);
  return {text: policyOf(granted), granted, refused};
}

function policyOf({connectDomains, resourceDomains}: GrantedHosts): string {
  const hosts = resourceDomains.join(' ');
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${hosts}`,
    `style-src 'unsafe-inline' ${hosts}`,
    `img-src data: blob: ${hosts}`,
    `font-src data: ${hosts}`,
    `media-src data: blob: ${hosts}`,
    `connect-src ${connectDomains.join(' ') || "'none'"}`,
    "worker-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
  ]
    .map(directive => directive.trim())
    .join('; ');
}

/** The hosts that an app may contact, without repetitions. */
export const hostsOf = ({connectDomains, resourceDomains}: GrantedHosts): readonly string[] => [
  ...new Set(
    [...connectDomains, ...resourceDomains].map(source => source.replace(/^\w+:\/\//, '')),
  ),
];

/**
 * Runs first in the document of an app. Its parent has another origin, so reading any field of the parent except
 * `postMessage` throws. Frameworks that wrap an app in a reactive proxy read such fields (Vue: `__v_skip`), and no request
 * of theirs would be sent. Therefore the app gets a plain object as `parent`, which is also the `source` of messages. This
 * is no protection: the real parent stays reachable as `top`.
 */
const parentScript = `{
const real = parent, plain = Object.freeze({postMessage: real.postMessage.bind(real)});
const {get} = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'source');
const source = function () { const from = get.call(this); return from === real ? plain : from; };
Object.defineProperty(MessageEvent.prototype, 'source', {get: source, configurable: true, enumerable: true});
window.parent = plain;
}`;

/**
 * The document with its policy in front of everything: a script before the policy would be free, and the parser ignores
 * a second doctype.
 */
export const withPolicy = (html: string, {text}: AppPolicy): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${text}"><script>${parentScript}</script>${html}`;

const features: Readonly<Record<string, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
};

/** The features of the browser that both the app declares and the page allows. */
export function grantPermissions(
  declared: unknown,
  allowed: readonly string[] = [],
): {readonly permissions: JsonRecord; readonly allow: string} {
  const wanted = asRecord(declared);
  const granted = Object.keys(features).filter(
    name => allowed.includes(name) && Object.hasOwn(wanted, name),
  );
  return {
    permissions: Object.fromEntries(granted.map(name => [name, {}])),
    allow: granted.map(name => features[name]).join('; '),
  };
}
