import { Scale } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { fetchBytes } from '../../../lib/api/bytes.ts';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { saveFile } from '@atelier/ui/files/save-file.ts';
import { usePermission } from '../../../lib/session/use-session.ts';

/** The dispute file of a piece, in the reader's language: everything known of it in one archive. */
export function DisputeButton({ itemId, number }: { itemId: number; number: string }) {
  const { t, i18n } = useTranslation('rma');
  const isAllowed = usePermission('export');
  const make = useMutation({
    mutationFn: async () => {
      const path = `/item/${itemId}/dispute?language=${i18n.language}`;
      saveFile(await fetchBytes(path, new AbortController().signal), `dispute-${number}.zip`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
      noticeError(error);
    },
  });
  if (!isAllowed) return null;
  return (
    <Button
      variant="quiet"
      icon={<Scale size={16} aria-hidden />}
      busy={make.isPending}
      onClick={() => make.mutate()}
      testId="dispute-file"
    >
      {t('detail.dispute')}
    </Button>
  );
}
