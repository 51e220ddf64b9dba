import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { fetchPaperFile } from '../../../shared/documents/fetch-paper.ts';
import { printFiles } from '../../../shared/documents/print-file.ts';

/** Prints the codes by which this bench is worked with the scanner alone. */
export function CommandSheet() {
  const { t, i18n } = useTranslation('repair');
  const print = useMutation({
    mutationFn: async () => {
      const { file } = await fetchPaperFile({ path: '/bench/commands', query: { language: i18n.language } });
      printFiles([file]);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
      noticeError(error);
    },
  });
  return (
    <Button
      variant="quiet"
      icon={<Printer size={16} aria-hidden />}
      busy={print.isPending}
      onClick={() => print.mutate()}
      testId="command-sheet"
    >
      {t('scan.sheet')}
    </Button>
  );
}
