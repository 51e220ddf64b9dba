import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { type Captcha, fetchPicture, fetchSolved } from './captcha.ts';

export type CaptchaTrouble = 'captchaTooFrequent' | 'captchaFail' | null;

/** The captcha of the form: a picture at first, a new one by hand after a while, or a solved puzzle. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [busy, setBusy] = useState(true);
  const [trouble, setTrouble] = useState<CaptchaTrouble>(null);
  const [shownAt, setShownAt] = useState(0);
  const current = useRef<Captcha | null>(null);

  const settle = useCallback((asked: Promise<Captcha>) => {
    const take = (fetched: Captcha) => {
      current.current = fetched;
      setCaptcha(fetched);
      setTrouble(null);
      setShownAt(Date.now());
    };
    const refuse = (error: unknown) => {
      const tooFrequent = error instanceof ApiError && error.code === 'captcha_too_frequent';
      setTrouble(tooFrequent ? 'captchaTooFrequent' : 'captchaFail');
    };
    void asked.then(take, refuse).finally(() => setBusy(false));
  }, []);
  useEffect(() => settle(fetchPicture()), [settle]);

  const load = (fetchOne: () => Promise<Captcha>) => {
    setBusy(true);
    settle(fetchOne());
  };
  /** By hand: refused here while the shown one is young, and by the server as well. */
  const refresh = () => {
    if (busy) return;
    const shown = current.current;
    if (shown?.picture && Date.now() - shownAt < shown.refreshMs) setTrouble('captchaTooFrequent');
    else load(() => fetchPicture(current.current?.id));
  };
  /** After a failed sign-in the old one is used up: no waiting then. */
  const renew = () => load(current.current?.answer ? fetchSolved : () => fetchPicture());
  const usePuzzle = () => load(fetchSolved);
  const usePicture = () => load(() => fetchPicture());
  const calm = () => setTrouble(null);
  return { captcha, busy, trouble, shownAt, calm, refresh, renew, usePuzzle, usePicture };
}
