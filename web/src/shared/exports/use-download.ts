import { localDay } from '@atelier/domain/calendar.ts';
import { exportFileName } from '@atelier/contracts/exports/file-name.ts';
import type { ExportView } from '@atelier/contracts/exports/schema.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBytes } from '../../lib/api/bytes.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { saveFile } from '@atelier/ui/files/save-file.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';

/** Fetches a file with one's credentials, which a plain link cannot show, and hands it to the browser. */
export function useDownload() {
  const { t } = useTranslation('exports');
  const { site } = useSession().view;
  return useMutation({
    mutationFn: async ({ id, type, format, requested_at: asked }: ExportView) => {
      const bytes = await fetchBytes(`/export/${id}/file`, new AbortController().signal);
      const day = localDay(asked, site?.time_zone ?? 'UTC');
      saveFile(bytes, exportFileName({ type, format: format ?? 'xlsx', site: site?.code ?? null, day }));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'expired') notify({ tone: 'error', title: t('expired') });
      else noticeError(error);
    },
  });
}
