import { FIRST_ACCOUNT_COMMAND } from '@atelier/domain/identity/contract.ts';
import { signInOptionsResponse } from '@atelier/contracts/identity/schema.ts';

/**
 * The console's line while no account can sign in; undefined once there is an account, or where the API does
 * not say.
 */
export async function noAccountLine(port: number): Promise<string | undefined> {
  try {
    const url = `http://127.0.0.1:${port}/api/auth/options`;
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
    const { no_account: isEmpty } = signInOptionsResponse.parse(await response.json()).data;
    return isEmpty ? `No account exists yet: run ${FIRST_ACCOUNT_COMMAND}` : undefined;
  } catch {
    return undefined;
  }
}
