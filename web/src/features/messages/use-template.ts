import type { WordingView } from '@atelier/contracts/messages/schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error.ts';
import { command } from '../../lib/api/client.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { wordingQuery } from './queries.ts';

export type TemplateView = WordingView['templates'][number];

interface Draft {
  subject: string;
  body: string;
}

const NO_ISSUES: { subject?: string; body?: string } = {};

/** The draft of one template, what a customer would read of it, what is wrong with it, and what can be done with it. */
export function useTemplate({ kind, language, subject, body }: TemplateView) {
  const { t } = useTranslation('messages');
  const [draft, setDraft] = useState<Draft>({ subject, body });
  const shown = useDeferredValue(draft);
  const preview = useQuery({
    queryKey: ['system', 'messages', 'preview', kind, language, shown.subject, shown.body],
    queryFn: () =>
      command({
        path: '/system/messages/preview',
        body: { kind, language, ...shown },
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const saved = {
    quiet: '*',
    invalidates: [wordingQuery().queryKey],
    done: t('wording.saved'),
  } as const;
  const path = '/system/messages/template';
  const save = useCommand((template: Draft) => ({ path, body: { kind, language, template } }), saved);
  const reset = useCommand((template: null) => ({ path, body: { kind, language, template } }), saved);
  const test = useCommand(
    (given: Draft) => ({ path: '/system/messages/test', body: { kind, language, ...given } }),
    {
      quiet: '*',
      onSuccess: ({ data: { to, outcome } }) =>
        outcome === 'sent'
          ? notify({ tone: 'good', title: t('wording.tested', { to }) })
          : notify({ tone: 'error', title: t(`fault.${outcome}`) }),
    },
  );
  const issues = useIssues(preview.error);
  return { draft, setDraft, issues, preview: preview.data?.data, save, reset, test };
}

/** What the server says about each field, in the reader's words. */
function useIssues(error: unknown): typeof NO_ISSUES {
  const { t } = useTranslation('messages');
  if (!(error instanceof ApiError)) return NO_ISSUES;
  const words = error.errors.map(({ path, code, value = '' }) => [
    path,
    t(`issue.${code}`, {
      place: `{{${value}}}`,
      interpolation: { escapeValue: false, skipOnVariables: true },
    }),
  ]);
  return Object.fromEntries(words);
}
