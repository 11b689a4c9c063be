declare module 'marked-extended-tables' {
  import type {MarkedExtension} from 'marked';

  export default function extendedTables(): MarkedExtension;
}

declare module 'marked-subsuper-text' {
  import type {MarkedExtension} from 'marked';

  export default function subSuperText(): MarkedExtension;
}
