import { useMutation } from '@tanstack/react-query';
import { FileCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBytes } from '../../lib/api/bytes.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { saveFile } from '@atelier/ui/files/save-file.ts';
import { spanOf } from './queries.ts';
import type { ReplayAddress } from './replay-address.ts';

/** What the replay shows, with the moment it stands at, as an archive that the log signed. */
export function SaveReplay({ subject, from, to, at }: ReplayAddress['values']) {
  const { t, i18n } = useTranslation('replay');
  const save = useMutation({
    mutationFn: async () => {
      const span = Object.entries({ ...spanOf({ from, to }), at }).flatMap(([name, value]) =>
        value === null || value === '' ? [] : [[name, value]],
      );
      const query = new URLSearchParams([['subject', subject], ['language', i18n.language], ...span]);
      const bytes = await fetchBytes(`/audit/replay/file?${query.toString()}`, new AbortController().signal);
      saveFile(bytes, `replay-${subject}.zip`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
      noticeError(error);
    },
  });
  return (
    <Button
      variant="quiet"
      icon={<FileCheck size={16} aria-hidden />}
      busy={save.isPending}
      onClick={() => save.mutate()}
      testId="replay-save"
    >
      {t('save')}
    </Button>
  );
}
