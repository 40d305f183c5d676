import { Suspense, useEffect, useState } from 'react';
import { setAsker } from '../../last-resort.ts';
import { lazyPart } from '../../routing/lazy-page.ts';

const ReasonDialog = lazyPart(() => import('./reason-dialog.tsx'), 'ReasonDialog');

interface Question {
  id: number;
  detail: string;
  before: string;
  /** Null when they would rather not decide. */
  answer: (reason: string | null) => void;
}

/** Asks the last possible person why they decide, one question after the other; fetches the dialog when first needed. */
export function LastResortHost() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  useEffect(() => {
    const open = new Set<Question>();
    let serial = 0;
    setAsker(
      (detail, before) =>
        new Promise(resolve => {
          serial += 1;
          const question: Question = {
            ...{ id: serial, detail, before },
            answer: reason => {
              open.delete(question);
              setQuestions(all => all.filter(each => each !== question));
              resolve(reason);
            },
          };
          open.add(question);
          setQuestions(all => [...all, question]);
        }),
    );
    return () => {
      setAsker(undefined);
      for (const { answer } of open) answer(null);
    };
  }, []);
  const [first] = questions;
  return first ? (
    <Suspense>
      <ReasonDialog key={first.id} detail={first.detail} before={first.before} onAnswer={first.answer} />
    </Suspense>
  ) : null;
}
