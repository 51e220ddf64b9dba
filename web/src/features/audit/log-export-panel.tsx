import { LOG_FORMATS, type LogFormat } from '@atelier/domain/exports/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Split } from '@atelier/ui/layout/split.tsx';
import { useLogExport } from '../../shared/exports/queries.ts';
import { DateField } from '../../shared/form/date-field.tsx';
import '../../shared/exports/exporting.css';

/** A format and a span of days: a worker builds the file, which then stands among one's own exports. */
export function LogExportPanel() {
  const { t } = useTranslation('exports');
  const [format, setFormat] = useState<LogFormat>('events');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const build = useLogExport();
  const isBackward = from !== '' && to !== '' && from >= to;
  const start = () =>
    build.mutate({
      format,
      ...(from !== '' && { from: dayBegins(from) }),
      ...(to !== '' && { to: dayBegins(to) }),
    });
  return (
    <Panel title={t('log.title')} padded testId="log-export">
      <div className="stack">
        <Formats value={format} onChange={setFormat} />
        <Split gap={16}>
          <DateField
            label={t('log.from')}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
            testId="log-export-from"
          />
          <DateField
            label={t('log.to')}
            value={to}
            {...(isBackward && { error: t('log.backward') })}
            onChange={(event) => setTo(event.target.value)}
            testId="log-export-to"
          />
        </Split>
        <p className="small muted">{t('log.open')}</p>
        <div className="row wrap">
          <Button
            variant="primary"
            busy={build.isPending}
            disabled={isBackward}
            onClick={start}
            testId="log-export-start"
          >
            {t('log.start')}
          </Button>
          <span className="small muted grow">
            {t('log.call', { path: `GET /api/audit/events/${format}` })}
          </span>
        </div>
      </div>
    </Panel>
  );
}

const dayBegins = (day: string): string => `${day}T00:00:00.000Z`;

function Formats({ value, onChange }: { value: LogFormat; onChange: (format: LogFormat) => void }) {
  const { t } = useTranslation('exports');
  return (
    <RadioGroup
      label={t('log.format')}
      value={value}
      options={LOG_FORMATS.map((format) => ({
        value: format,
        label: (
          <span className="stack gap-2">
            <span className="strong">{t(`name.${format}`)}</span>
            <span className="small muted">{t(`log.hint.${format}`)}</span>
          </span>
        ),
        testId: `log-export-${format}`,
      }))}
      onChange={onChange}
    />
  );
}
