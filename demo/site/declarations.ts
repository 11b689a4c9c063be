import {readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import ts from 'typescript';

/** An exported type of the sources. */
export interface Declared {
  readonly name: string;
  /** The path of its file below `src`. */
  readonly file: string;
  readonly description: string;
  /** Its declaration, of a class without private members and bodies. */
  readonly text: string;
  /** Names of the properties of a class. */
  readonly fields: readonly string[];
  /** The base class. */
  readonly base: string | undefined;
}

const declaration = /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm;

/** Finds exported types of `src` by their names. Reads each file once, and parses only those that are needed. */
export class Declarations {
  readonly #root: string;
  readonly #files = new Map<string, string>();
  readonly #parsed = new Map<string, ts.SourceFile>();

  constructor(root: string) {
    this.#root = join(root, 'src');
    for (const folder of ['core', 'controller', 'elements', 'modules']) {
      const names = readdirSync(join(root, 'src', folder), {recursive: true, encoding: 'utf8'});
      for (const name of names.filter(name => name.endsWith('.ts')).sort()) {
        const file = join(root, 'src', folder, name);
        for (const [, type = ''] of readFileSync(file, 'utf8').matchAll(declaration))
          if (!this.#files.has(type)) this.#files.set(type, file);
      }
    }
  }

  find(name: string): Declared | undefined {
    const file = this.#files.get(name);
    if (file === undefined) return undefined;
    const source = this.#parsed.get(file) ?? parse(file);
    this.#parsed.set(file, source);
    const node = source.statements.find(
      (statement): statement is Declaration =>
        isDeclaration(statement) && statement.name?.text === name,
    );
    return node && {...describe(node, source), file: relative(this.#root, file)};
  }
}

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;

const isDeclaration = (node: ts.Node): node is Declaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);

function describe(node: Declaration, source: ts.SourceFile): Omit<Declared, 'file'> {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const description = ts.getTextOfJSDocComment(comment?.comment) ?? '';
  const isClass = ts.isClassDeclaration(node);
  return {
    name: node.name?.text ?? '',
    description: description.replace(/\s+/g, ' '),
    text: isClass ? classText(node, source) : node.getText(source).replace(/^export /, ''),
    fields: isClass ? node.members.filter(isPublicField).map(({name}) => name.getText(source)) : [],
    base: isClass ? node.heritageClauses?.[0]?.types[0]?.getText(source) : undefined,
  };
}

const isPublicField = (member: ts.ClassElement): member is ts.PropertyDeclaration =>
  ts.isPropertyDeclaration(member) && isPublic(member);

function isPublic(member: ts.ClassElement): boolean {
  const hidden = [
    ts.SyntaxKind.PrivateKeyword,
    ts.SyntaxKind.ProtectedKeyword,
    ts.SyntaxKind.StaticKeyword,
    ts.SyntaxKind.OverrideKeyword,
  ];
  const modifiers = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [];
  if (member.name && ts.isPrivateIdentifier(member.name)) return false;
  return !modifiers.some(({kind}) => hidden.includes(kind));
}

/** The class with the signatures of its public members. */
function classText(node: ts.ClassDeclaration, source: ts.SourceFile): string {
  const [first] = node.members;
  const head = source.text.slice(node.getStart(source), first?.getFullStart() ?? node.end);
  const members = node.members.filter(isPublic).map(member => {
    const [comment] = ts.getJSDocCommentsAndTags(member);
    const text = source.text.slice(member.getStart(source), signatureEnd(member, source)).trimEnd();
    const documentation = comment ? `${comment.getText(source)}\n  ` : '';
    return `  ${documentation}${text.replace(/;?$/, ';')}`;
  });
  return `${head.replace(/^export /, '').trimEnd()}\n${members.join('\n')}\n}`;
}

function signatureEnd(member: ts.ClassElement, source: ts.SourceFile): number {
  if (ts.isPropertyDeclaration(member)) return member.type?.end ?? member.name.end;
  const body = ts.forEachChild(member, child => (ts.isBlock(child) ? child : undefined));
  return body?.getStart(source) ?? member.end;
}
