import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { FileSpreadsheet } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { usePermission } from '../../lib/session/use-session.ts';
import type { ExportSource } from './export-source.ts';

const Dialog = lazyPart(() => import('./export-dialog.tsx'), 'ExportDialog');

/** Opens the export; the rest of it is loaded when it is asked for. */
export function ExportButton({ source }: { source: ExportSource }) {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  if (!usePermission('export')) return null;
  return (
    <>
      <Button
        variant={source.kind === 'list' ? 'bare' : 'plain'}
        icon={<FileSpreadsheet size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        testId={`export-${source.kind}`}
      >
        {t('export')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Dialog source={source} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
