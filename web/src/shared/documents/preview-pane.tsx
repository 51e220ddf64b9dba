import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { ErrorState } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { PaperChoice, PaperSubject } from './paper-order.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchPaper } from './fetch-paper.ts';

/**
 * A picture of what the printer will get, page by page, drawn by the same hand as the file: browsers differ in how,
 * and whether, they show a PDF inside a page.
 */
export function PreviewPane({ subject, choice }: { subject: PaperSubject; choice: PaperChoice }) {
  const { t } = useTranslation('papers');
  const format = useStaffFormat();
  const [wanted, setPage] = useState(1);
  const { file, pages, isFetching, error, refetch } = usePreview(subject, choice, wanted);
  const page = Math.min(wanted, pages);
  if (error !== null) {
    // Fewer pages than before: the picture asked for is none any more.
    if (wanted > 1) setPage(1);
    const { title, detail } = errorWords(error);
    return <ErrorState title={title} detail={detail} onRetry={() => void refetch()} />;
  }
  return (
    <figure className="print-preview stack gap-8" data-testid="print-preview" aria-busy={isFetching}>
      <div className="print-paper grid centred fills sunken" data-refetching={isFetching || undefined}>
        {file !== undefined && <FilePicture file={file} alt={t('preview', { page: format.number(page) })} />}
      </div>
      {pages > 1 && (
        <figcaption className="row">
          <IconButton
            icon={<ChevronLeft className="flips" aria-hidden />}
            label={t('before')}
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
            testId="print-before"
          />
          <span className="small muted num" data-testid="print-pages">
            {t('terms:page', { page: format.number(page), pages: format.number(pages) })}
          </span>
          <IconButton
            icon={<ChevronRight className="flips" aria-hidden />}
            label={t('after')}
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
            testId="print-after"
          />
        </figcaption>
      )}
    </figure>
  );
}

/** Bytes as a picture, with an address only while they are shown. */
function FilePicture({ file, alt }: { file: Blob; alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} data-testid="print-page" />;
}

/** The picture of one page as it will be printed; the one before stays until it is there. */
function usePreview(subject: PaperSubject, choice: PaperChoice, page: number) {
  const query = useQuery({
    queryKey: ['paper', subject, choice, page],
    queryFn: ({ signal }) => fetchPaper(subject, choice, { page, signal }),
    placeholderData: keepPreviousData,
    // What lies in a package changes: opened again, it is drawn again.
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  });
  const { isFetching, error, refetch } = query;
  return { file: query.data?.file, pages: query.data?.pages ?? 1, isFetching, error, refetch };
}
