import { randomBytes, randomUUID } from 'node:crypto';
import { filePlace, KeyTree, personPlaces } from './key-tree.ts';
import type { FileKind } from '../file-sealing.ts';
import type { SearchEpoch } from './key-vault.ts';

/** Secrets in base64 by their place in a tree. */
type NodeTexts = Readonly<Record<string, string>>;

/** What stands in the file of a vault. */
export interface VaultContent {
  readonly version: 1;
  readonly id: string;
  /** Of persons. */
  readonly nodes: NodeTexts;
  /** Keys of the index of search. Vaults of the first release with one have none. */
  readonly search?: readonly (Omit<SearchEpoch, 'secret'> & { readonly secret: string })[];
  /** Of files, with the next number of each kind. Vaults of releases that kept files in clear have none. */
  readonly files?: { readonly nodes: NodeTexts; readonly next: Readonly<Record<FileKind, number>> };
}

/** The first number of each kind: halves of the tree. */
const FIRST: Readonly<Record<FileKind, number>> = { lasting: 0, passing: 2 ** 31 };
const ROOT = '';

export const newVault = (): VaultContent => ({ version: 1, id: randomUUID(), nodes: freshNodes() });

export const epochsOf = ({ search = [] }: VaultContent): readonly SearchEpoch[] =>
  search.map((each) => ({ ...each, secret: Buffer.from(each.secret, 'base64') }));

export const treeOf = ({ id, nodes }: VaultContent): KeyTree => new KeyTree(personPlaces(id), nodesOf(nodes));

export const fileTreeOf = ({ files }: VaultContent): KeyTree =>
  new KeyTree(filePlace, nodesOf(files?.nodes ?? {}));

export const textsOf = (tree: KeyTree): NodeTexts =>
  Object.fromEntries([...tree.nodes].map(([place, secret]) => [place, secret.toString('base64')]));

/** The vault with `count` numbers given away, from `begins` on; they follow the newest one of this kind that is in use. */
export function reservedFiles(
  content: VaultContent,
  kind: FileKind,
  count: number,
  newest: number | null,
): { readonly begins: number; readonly content: VaultContent } {
  const { nodes, next } = content.files ?? { nodes: freshNodes(), next: FIRST };
  const begins = Math.max(next[kind], newest === null ? 0 : newest + 1);
  return { begins, content: { ...content, files: { nodes, next: { ...next, [kind]: begins + count } } } };
}

/** The vault without the secrets of these files. */
export function destroyedFiles(content: VaultContent, numbers: readonly number[]): VaultContent {
  const { files } = content;
  if (files === undefined) return content;
  const nodes = textsOf(fileTreeOf(content).without(numbers.map(String)));
  return { ...content, files: { ...files, nodes } };
}

/** Numbers of a kind: the first one, and the one after the last. */
export const numbersOf = (kind: FileKind): { readonly first: number; readonly end: number } => ({
  first: FIRST[kind],
  end: FIRST[kind] + 2 ** 31,
});

const nodesOf = (texts: NodeTexts): ReadonlyMap<string, Buffer> =>
  new Map(Object.entries(texts).map(([place, text]) => [place, Buffer.from(text, 'base64')]));

const freshNodes = (): NodeTexts => ({ [ROOT]: randomBytes(32).toString('base64') });
