import { ApiError } from '../../../lib/api/api-error.ts';
import { fetchBytes } from '../../../lib/api/bytes.ts';

/** A step of the piece as the proof's file has it; without a proof it is not sealed yet. */
export interface ProofStep {
  readonly step: number;
  /** Microseconds since 1970, as text. */
  readonly recorded_at: string;
  readonly leaf?: string;
  readonly proof?: string;
}

/** `GET /proof/{token}`: the file that is shown, checked and saved. */
export interface ProofFile {
  readonly keys: { readonly log: readonly string[]; readonly witnesses: readonly string[] };
  readonly returned: boolean;
  readonly erased: boolean;
  readonly events: readonly ProofStep[];
}

/** Not with a leaf alone: then its proof was left out. */
const isSealed = ({ leaf, proof }: ProofStep): boolean => leaf !== undefined || proof !== undefined;

export type FoundProof = { readonly file: ProofFile; readonly bytes: Blob };

/** The proof behind a token, or why there is none to show. @throws ApiError when the server cannot be reached */
export async function readProof(
  token: string,
  signal: AbortSignal,
): Promise<FoundProof | 'unknown' | 'archived'> {
  try {
    const bytes = await fetchBytes(`/proof/${encodeURIComponent(token)}`, signal);
    return { bytes, file: JSON.parse(await bytes.text()) as ProofFile };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return error.code === 'archived_history' ? 'archived' : 'unknown';
  }
}

/** The file that everybody may save and run elsewhere; here the browser runs it. */
export const VERIFIER = '/atelier-verify.mjs';

interface Verifier {
  readonly Broken: new (sentence: string) => Error;
  readonly verifyProof: (
    proof: ProofFile,
    order: { keys: readonly string[]; witnesses: readonly string[]; quorum: number },
  ) => Promise<{ head: { size: bigint; names: readonly string[] } }>;
}

export type Verdict =
  | { readonly kind: 'proved'; readonly steps: number; readonly size: number; readonly witnesses: number }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'unable' };

/** Checks leaves, paths and signatures of the sealed steps in this browser; `unable` where it has no Ed25519. */
export async function checkProof(file: ProofFile): Promise<Verdict> {
  const { verifyProof, Broken } = (await import(/* @vite-ignore */ VERIFIER)) as Verifier;
  const { log, witnesses } = file.keys;
  try {
    const events = file.events.filter(isSealed);
    const { head } = await verifyProof({ ...file, events }, { keys: log, witnesses, quorum: 0 });
    return { kind: 'proved', steps: events.length, size: Number(head.size), witnesses: head.names.length };
  } catch (error) {
    return error instanceof Broken ? { kind: 'broken', reason: error.message } : { kind: 'unable' };
  }
}
