import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { fetchPaper } from '../../shared/documents/fetch-paper.ts';
import { usualChoice, type PaperSubject } from '../../shared/documents/paper-order.ts';
import { printFiles } from '../../shared/documents/print-file.ts';
import type { CreatedRma } from './queries.ts';

/** Receipt and labels at one press; it has the focus, so that Enter prints. */
export function PrintDeposit({ created }: { created: CreatedRma }) {
  const { t, i18n } = useTranslation('created');
  const print = useMutation({
    mutationFn: async () => {
      const subjects: readonly PaperSubject[] = [
        { kind: 'receipt', rmaId: created.id, language: created.language },
        { kind: 'items', itemIds: created.items.map(({ id }) => id) },
      ];
      const papers = subjects.map((subject) => fetchPaper(subject, usualChoice(subject, i18n.language)));
      printFiles((await Promise.all(papers)).map(({ file }) => file));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
      noticeError(error);
    },
  });
  return (
    <Button
      variant="primary"
      size="large"
      autoFocus
      icon={<Printer size={16} aria-hidden />}
      busy={print.isPending}
      onClick={() => print.mutate()}
      testId="created-print"
    >
      {t('print', { count: created.items.length })}
    </Button>
  );
}
