import i18next from 'i18next';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { ApiError } from './api-error.ts';

export interface ErrorWords {
  title: string;
  detail: string | undefined;
}

/** The server's own words belong to these (product/calls.md §2). */
const WITH_SERVER_WORDS = new Set([401, 403, 500]);

/** The same in one line, for a screen that says below its sentence why something could not be read. */
export function errorLine(error: unknown): string {
  const { title, detail } = errorWords(error);
  const isSaid =
    error instanceof ApiError &&
    (WITH_SERVER_WORDS.has(error.status) || error.code === ARCHIVED) &&
    detail &&
    detail !== title;
  return isSaid ? `${title} – ${detail}` : title;
}

/** "Not found" alone would be taken for a piece that never was. */
const ARCHIVED = 'archived_history';
/** Not a conflict of two accounts: reloading does not help. */
const ALTERED = 'file_altered';

const HTTP_TITLES: Record<number, string> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  413: 'tooLarge',
  429: 'tooMany',
  500: 'server',
  503: 'busy',
};

/**
 * What to say of a failed call (product/calls.md §2): the stable code's own sentence when there is one, otherwise
 * the status's; the server's words follow where product/calls.md §2 wants them.
 */
export function errorWords(error: unknown): ErrorWords {
  const t = i18next.getFixedT(null, 'errors');
  if (!(error instanceof ApiError)) return { title: t('unexpected'), detail: undefined };
  if (error.kind !== 'refused') return { title: t(`kind.${error.kind}`), detail: t('kept') };
  const own = i18next.exists(`refusals:${error.code}`) ? t(`refusals:${error.code}`) : undefined;
  if (own !== undefined && error.code === ALTERED) return { title: own, detail: undefined };
  const http = HTTP_TITLES[error.status];
  if (error.status === 400)
    return { title: own ?? t('status.badRequest'), detail: own ? undefined : error.message || undefined };
  if (!http) return { title: own ?? t('unexpected'), detail: error.message || undefined };
  const withServerWords = WITH_SERVER_WORDS.has(error.status);
  const title = t(`status.${http}`);
  const detail = own ?? (withServerWords ? error.message || undefined : t(`statusDetail.${http}`));
  // The server's own words may be the fixed ones: one sentence is said once.
  return { title, detail: detail === title ? undefined : detail };
}

/** Shows a failed call. 499 has a notice with the sign-out; a cancelled call needs none. */
export function noticeError(error: unknown): void {
  if (error instanceof ApiError && (error.status === 499 || error.kind === 'aborted')) return;
  const { title, detail } = errorWords(error);
  notify({
    tone: error instanceof ApiError && error.status === 429 ? 'warn' : 'error',
    title,
    detail,
    id: title,
  });
}
