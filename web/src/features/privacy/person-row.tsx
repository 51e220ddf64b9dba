import { ASKS } from '@atelier/domain/privacy/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/session/use-session.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { Against, Covered } from './covered.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import type { PersonView } from './queries.ts';

interface PersonRowProps {
  person: PersonView;
  /** Something was asked for: the row is to be read again. */
  onChange: () => void;
}

/** One person: who, what is held, what stands against an erasure, and what can be done. */
export function PersonRow({ person, onChange }: PersonRowProps) {
  const { t } = useTranslation('privacy');
  const { customer_ref: ref, request } = person;
  return (
    <ListRow className="privacy-row" testId={`person-${ref}`}>
      <div className="words">
        <bdi className="strong">{person.name === '' ? t('person.erased') : person.name}</bdi>
        {person.email !== null && person.email !== '' && <bdi className="small muted">{person.email}</bdi>}
        <bdi className="small muted num" dir="ltr">
          {person.phone}
        </bdi>
        {person.registered && <span className="small muted">{t('person.registered')}</span>}
        <bdi className="small muted num">{person.deposits.map(({ number }) => number).join(', ')}</bdi>
      </div>
      <div className="words">
        <Covered covered={person.covered} />
        {request === null ? (
          <Against holds={person.holds} openPieces={person.open_pieces} isSaid />
        ) : (
          <Tag testId={`person-request-${ref}`}>
            {t('person.requested', { id: request.request_id, stage: t(`stage.${request.stage}`) })}
          </Tag>
        )}
      </div>
      <PersonActions person={person} onChange={onChange} />
    </ListRow>
  );
}

function PersonActions({ person, onChange }: PersonRowProps) {
  const { t } = useTranslation('privacy');
  const mayAsk = usePermission(ASKS);
  const [window, setWindow] = useState<'ask' | 'hold' | 'export' | null>(null);
  const close = () => setWindow(null);
  const isBegun = person.request?.stage === 'running' || person.request?.stage === 'done';
  const { customer_ref: ref } = person;
  if (isBegun) return null;
  return (
    <Cluster gap={8} className="privacy-actions">
      {mayAsk && person.request === null && (
        <Button onClick={() => setWindow('ask')} testId={`ask-${ref}`}>
          {t('person.erase')}
        </Button>
      )}
      <Button variant="quiet" onClick={() => setWindow('hold')} testId={`hold-${ref}`}>
        {t('person.hold')}
      </Button>
      {mayAsk && (
        <Button variant="quiet" onClick={() => setWindow('export')} testId={`export-person-${ref}`}>
          {t('person.export')}
        </Button>
      )}
      {window === 'export' && <ExportDialog person={person} onDone={onChange} onClose={close} />}
      {window === 'ask' && <AskDialog person={person} onDone={onChange} onClose={close} />}
      {window === 'hold' && <HoldDialog person={person} onDone={onChange} onClose={close} />}
    </Cluster>
  );
}
