import type { NavDocumentDetail, NavDocumentView, NavStep } from '@atelier/contracts/nav/schema.ts';
import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { QueryView } from '../../shared/paged-table/query-view.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AnswerWords, AttentionLine, piecesOf, StateTag } from './answer-words.tsx';
import { TouchButtons } from './document-row.tsx';
import { useNavDetail } from './queries.ts';
import type { Touch } from './touch-dialog.tsx';

export interface DetailPanelProps {
  id: number | null;
  onClose: () => void;
  onTouch: ((touch: Touch, document: NavDocumentView) => void) | undefined;
}

/** One document: its pieces, and everything that happened on the way to NAV. */
export function DetailPanel({ id, onClose, onTouch }: DetailPanelProps) {
  const { t } = useTranslation('nav');
  const detail = useNavDetail(id ?? 0);
  return (
    <SidePanel
      open={id !== null}
      onClose={onClose}
      title={(id !== null && detail.data?.data.tracking_no) || t('detail')}
      testId="nav-detail"
    >
      <QueryView query={detail} skeleton={{ rows: 6, height: 26 }} failed={t('failed')}>
        {({ data }) => id !== null && <Detail document={data} onTouch={onTouch} />}
      </QueryView>
    </SidePanel>
  );
}

interface DetailProps extends Pick<DetailPanelProps, 'onTouch'> {
  document: NavDocumentDetail;
}

function Detail({ document, onTouch }: DetailProps) {
  const { t } = useTranslation('nav');
  return (
    <Stack>
      <Cluster>
        <StateTag state={document.state} />
        <span className="muted">
          <bdi>{document.store.name}</bdi>
        </span>
        {document.nav_number !== '' && (
          <bdi className="num">{t('navNumber', { number: document.nav_number })}</bdi>
        )}
      </Cluster>
      <AttentionLine document={document} />
      {onTouch && <TouchButtons document={document} onTouch={onTouch} />}
      <h3>{piecesOf(t, document.item_count)}</h3>
      <Stack as="ul" gap={4} className="small">
        {document.items.map((item) => (
          <li key={item.id}>
            <bdi className="strong num">{item.number}</bdi> <bdi className="muted">{item.sku}</bdi>
          </li>
        ))}
      </Stack>
      <h3>{t('history')}</h3>
      <ol className="nav-history stack gap-12" data-testid="nav-history">
        {document.history.map((step, index) => (
          <Step key={index} step={step} />
        ))}
      </ol>
    </Stack>
  );
}

function Step({ step }: { step: NavStep }) {
  const { t } = useTranslation('nav');
  const format = useStaffFormat();
  const attempt = step.attempt === null ? '' : format.number(step.attempt);
  return (
    <li data-type={step.type}>
      <span className="strong">{t(`step.${step.type}`, { attempt })}</span>
      <span className="small muted">
        {format.dateTime(step.at)}
        {step.by !== '' && (
          <>
            {' · '}
            <bdi>{step.by}</bdi>
          </>
        )}
      </span>
      {step.code !== '' && (
        <span className="small">
          <AnswerWords code={step.code} message={step.message} />
        </span>
      )}
      {step.reason !== '' && (
        <span className="small">
          <bdi dir="auto">{step.reason}</bdi>
        </span>
      )}
    </li>
  );
}
