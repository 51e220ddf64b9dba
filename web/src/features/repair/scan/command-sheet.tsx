import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { fetchPaperFile } from '../../../shared/documents/fetch-paper.ts';
import { printFiles } from '../../../shared/documents/print-file.ts';
import { CODE_SIDE, COMMAND_CODES, pathOf, type ShownCommand } from './command-codes.ts';
import './command-sheet.css';

/** The codes by which this bench is worked with the scanner alone: on the screen, and printed for a laser scanner. */
export function CommandPanel({ validates }: { validates: boolean }) {
  const { t } = useTranslation('repair');
  // Where each scan is saved at once there is nothing to validate.
  const shown = COMMANDS.filter((command) => command !== 'validate' || !validates);
  return (
    <section className="panel command-panel" aria-label={t('scan.commands')} data-testid="command-panel">
      <header className="row gap-12">
        <h2 className="size-m">{t('scan.commands')}</h2>
        <PrintSheet />
      </header>
      <ul className="command-codes">
        {shown.map((command) => (
          <li key={command}>
            <svg viewBox={VIEW} role="img" aria-label={t(`scan.${command}`)} shapeRendering="crispEdges">
              <path d={pathOf(command)} />
            </svg>
            <span aria-hidden>{t(`scan.${command}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const COMMANDS = Object.keys(COMMAND_CODES) as ShownCommand[];
/** White that a reader needs around a code, in modules. */
const QUIET = 4;
const VIEW = `-${QUIET} -${QUIET} ${CODE_SIDE + 2 * QUIET} ${CODE_SIDE + 2 * QUIET}`;

function PrintSheet() {
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
