import { Check, CircleX, TriangleAlert, X } from 'lucide-react';
import { Toast } from 'primereact/toast';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Notice, onNotice } from './notify.ts';

const GOOD_MS = 4000;
const WARN_MS = 9000;
const ERROR_MS = 15_000;

/** Holds the notices of the whole app; stands once, at the root. */
export function NoticeHost() {
  const { t } = useTranslation('common');
  const toast = useRef<Toast>(null);
  const [good, setGood] = useState<Notice[]>([]);

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const showGood = (notice: Notice) => {
      setGood((shown) => [...shown.slice(-2), notice]);
      timers.add(setTimeout(() => setGood((shown) => shown.filter((one) => one !== notice)), GOOD_MS));
    };
    const show = (notice: Notice) => {
      if (notice.tone === 'good') return showGood(notice);
      const error = notice.tone === 'error';
      const message = {
        id: notice.id ?? notice.title,
        severity: error ? ('error' as const) : ('warn' as const),
        summary: notice.title,
        detail: notice.detail,
        icon: error ? (
          <CircleX className="p-toast-message-icon" aria-hidden />
        ) : (
          <TriangleAlert className="p-toast-message-icon" aria-hidden />
        ),
        closeIcon: <X size={16} aria-hidden />,
        life: error ? ERROR_MS : WARN_MS,
      };
      toast.current?.remove(message);
      toast.current?.show(message);
    };
    const stop = onNotice(show);
    return () => {
      stop();
      timers.forEach(clearTimeout);
    };
  }, []);

  return (
    <>
      <Toast
        ref={toast}
        position="bottom-right"
        pt={{
          closeButton: { 'aria-label': t('close') },
          root: { 'data-testid': 'notice-errors' } as Record<string, unknown>,
        }}
      />
      <div className="notices" role="status" data-testid="notice-good">
        {good.map((notice) => (
          <div className="notice" key={`${notice.title}${notice.detail ?? ''}`}>
            <Check aria-hidden />
            <span>
              {notice.title}
              {notice.detail && <> · {notice.detail}</>}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
