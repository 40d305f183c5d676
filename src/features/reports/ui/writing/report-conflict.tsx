import { useEffect, useState } from 'react';
import { ConflictChoice } from '../../../../web/form/conflict/conflict-choice.tsx';
import { useSessionUser } from '../../../../web/storage.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { newerEntry } from '../../../project-record/contract.ts';
import type { Report, ReportFields } from '../../contract.ts';
import { useReport } from '../use-reports.tsx';
import { Waiting } from '../waiting.tsx';
import { differencesOf, mergeSides } from './report-sides.tsx';
import { aligned } from './report-values.tsx';
import type { ReportForm } from './use-report-form.tsx';

interface Props {
  number: number | null;
  writing: ReportForm;
  /** Of the answer that told of it. */
  told: unknown;
  /** What both started from. */
  base: ReportFields;
}

/** Somebody saved the report meanwhile: what they stored is read, and shown beside what is written here. */
export function ReportConflict({ number, writing, told, base }: Props) {
  const { refetch } = useReport(number);
  const [stored, setStored] = useState<Report | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, and once more when asked to
  useEffect(() => {
    let alive = true;
    void refetch().then(({ data, error }) => {
      if (!alive) return;
      setFailure(error);
      if (!error && data) setStored(data);
    });
    return () => {
      alive = false;
    };
  }, [tries]);
  if (failure) return <ErrorState error={failure} onRetry={() => setTries(tries + 1)} headingLevel={3} />;
  return stored ? <Choice {...{ writing, told, base, stored }} /> : <Waiting />;
}

function Choice({ writing, told, base, stored }: Omit<Props, 'number'> & { stored: Report }) {
  const reader = useSessionUser();
  const { form, saver, takeStored } = writing;
  const newer = newerEntry.safeParse(told);
  const by = newer.success ? newer.data.updatedBy : null;
  const sides = { base, mine: aligned(form.values, stored), report: stored };
  const differences = differencesOf(sides);
  const isEcho = differences.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what we sent ourselves is no conflict
  useEffect(() => {
    if (isEcho) takeStored(stored);
  }, [isEcho, stored]);
  if (isEcho) return null;
  const keep = (values: ReportFields) => {
    form.setValues(values);
    void saver.overwrite(values, stored.version);
  };
  return (
    <ConflictChoice
      what="Este informe fue guardado"
      saved={{ by, isOwn: by !== null && by === reader?.name }}
      differences={differences}
      onKeep={() => keep(mergeSides(sides, () => 'mine'))}
      onUseStored={() => takeStored(stored)}
      onMerge={sideOf => keep(mergeSides(sides, sideOf))}
    />
  );
}
