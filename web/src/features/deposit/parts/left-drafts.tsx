import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { erasuresTaken } from '../../../lib/erased/erased.ts';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { forgetSealed, readSealed } from '@atelier/browser-sync/storage/vault.ts';
import { leftPlaces, ownPlace } from '../draft-places.ts';
import type { RmaValues } from '../form-values.ts';
import { saveDraft, usableDraft, type DepositDraft } from '../use-draft.ts';

interface LeftDraft {
  readonly place: string;
  readonly at: number | undefined;
  readonly values: RmaValues;
}

/** Drafts of tabs that were closed, by the client's name: taken up here or discarded (product/deposit.md §9). */
export function LeftDrafts() {
  const { t } = useTranslation('deposit');
  const userId = useSession().view.user.id;
  const { reset, formState } = useFormContext<RmaValues>();
  const [drafts, forget] = useLeftDrafts();
  // What is being written stays; the others are offered again in the next form.
  if (formState.isDirty || drafts.length === 0) return null;
  // Kept here before it is forgotten there: a reload in between loses nothing.
  const take = async ({ place, values }: LeftDraft) => {
    reset(values, { keepDefaultValues: true });
    if (await saveDraft(await ownPlace(userId), values)) forget(place);
  };
  return (
    <Banner tone="info" title={t('draft.left', { count: drafts.length })} testId="left-drafts">
      <ul className="duplicates">
        {drafts.map((draft) => (
          <li key={draft.place} className="row wrap small">
            <DraftWords draft={draft} />
            <Button variant="quiet" onClick={() => void take(draft)} testId="left-draft-take">
              {t('draft.take')}
            </Button>
            <Button variant="quiet" onClick={() => forget(draft.place)} testId="left-draft-discard">
              {t('draft.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function DraftWords({ draft: { values, at } }: { draft: LeftDraft }) {
  const { t } = useTranslation('deposit');
  const format = useStaffFormat();
  const name = fullName(values.firstname, values.lastname) || t('draft.nameless');
  return (
    <>
      <bdi className="strong">{name}</bdi>
      <span>{t('draft.pieces', { count: values.items.length })}</span>
      {at !== undefined && <span className="muted">{format.dateTime(new Date(at).toISOString())}</span>}
    </>
  );
}

function useLeftDrafts(): readonly [readonly LeftDraft[], (place: string) => void] {
  const userId = useSession().view.user.id;
  const { getValues } = useFormContext<RmaValues>();
  const [drafts, setDrafts] = useState<readonly LeftDraft[]>([]);
  useEffect(() => {
    let isGone = false;
    void readLeft(userId, getValues()).then((found) => isGone || setDrafts(found));
    return () => {
      isGone = true;
    };
  }, [userId, getValues]);
  const forget = (place: string) => {
    void forgetSealed(localStorage, place);
    setDrafts((before) => before.filter((draft) => draft.place !== place));
  };
  return [drafts, forget];
}

/** The newest first. */
async function readLeft(userId: number, blank: RmaValues): Promise<readonly LeftDraft[]> {
  await erasuresTaken();
  const places = await leftPlaces(userId);
  const read = await Promise.all(
    places.map(async (place): Promise<LeftDraft[]> => {
      const draft = await readSealed<DepositDraft>(localStorage, place).catch(() => null);
      const values = usableDraft(draft, blank);
      return values === null ? [] : [{ place, at: draft?.at, values }];
    }),
  );
  return read.flat().toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
}
