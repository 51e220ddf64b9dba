/** What is counted: calls by a network address, by a sign-in or API key, by an account, and of one call with a separate limit. */
export type LimitName = 'address' | 'session' | 'account' | 'call';

/** A limit as it stands after the request that is being answered. */
export interface CountedLimit {
  readonly name: LimitName;
  readonly max: number;
  readonly windowMs: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

const SECOND_MS = 1_000;

/**
 * `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10: `"session";q=600;w=60` is what may be asked in how
 * many seconds, `"session";r=599;t=41` what is left of it, and for how long.
 */
export function limitHeaders(
  limits: readonly CountedLimit[],
): Record<'ratelimit-policy' | 'ratelimit', string> {
  const policy = ({ name, max, windowMs }: CountedLimit) =>
    `"${name}";q=${max};w=${Math.ceil(windowMs / SECOND_MS)}`;
  const left = ({ name, remaining, resetSeconds }: CountedLimit) =>
    `"${name}";r=${Math.max(0, remaining)};t=${Math.max(1, Math.ceil(resetSeconds))}`;
  return { 'ratelimit-policy': limits.map(policy).join(', '), ratelimit: limits.map(left).join(', ') };
}
