import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { request } from '../../../../web/api.ts';
import type { Version } from '../../../../web/form/autosave/autosave.ts';
import { type Autosave, useAutosave } from '../../../../web/form/autosave/use-autosave.ts';
import { type KitForm, useKitForm } from '../../../../web/form/form.tsx';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { outdate, reading } from '../../../../web/query.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import {
  getReport,
  getReports,
  type Report,
  type ReportFields,
  reportFields,
  saveReport,
} from '../../contract.ts';
import { reportKey, useReportParams } from '../use-reports.tsx';
import { aligned, type Gap, gapsIn, sentOf, valuesOf, withSaved } from './report-values.tsx';

/** What is written by now, and how it is kept. */
export interface ReportForm {
  readonly form: KitForm<ReportFields>;
  readonly saver: Autosave<ReportFields>;
  /** Version that the server has of it. */
  readonly version: () => number;
  /** Goes on from what is stored, whoever stored it. */
  readonly takeStored: (report: Report) => void;
  /** Work of an earlier visit was found. Instant. */
  readonly restoredAt: string | null;
  readonly gaps: readonly Gap[];
}

/** Stores what is written and puts it into the report on screen. */
function useStore({ number }: Report) {
  const params = useReportParams(number);
  const client = useQueryClient();
  const { queryKey } = reading(getReport, { params });
  return async (values: ReportFields, version: Version) => {
    const body = sentOf(values);
    try {
      const saved = await request(saveReport, { params, body: { ...body, version: Number(version) } });
      client.setQueryData<Report>(queryKey, before => before && withSaved(before, body, saved.version));
      return saved;
    } catch (error) {
      // It is not theirs to write any more, as when it was sent in another window.
      if (error instanceof ProblemError && ['rule', 'forbidden', 'not_found'].includes(error.code)) {
        toasts.error(asHtml(messageOf(error)));
        void client.invalidateQueries({ queryKey });
      }
      throw error;
    }
  };
}

const pathsOf = (report: Report, values: ReportFields) =>
  gapsIn(report, values)
    .map(g => g.path)
    .join();

/**
 * A list and a project that tell of what is missing learn of it once what is stored lacks something else: also of what
 * is stored as the form is left.
 */
function useMissingTold(report: Report) {
  const client = useQueryClient();
  const { cache } = useProject();
  const told = useRef(pathsOf(report, valuesOf(report)));
  return (values: ReportFields) => {
    const now = pathsOf(report, values);
    if (told.current === now) return;
    told.current = now;
    void outdate(client, getReports);
    void cache.refresh();
  };
}

/** Messages of the server stand at their fields. */
function useMessages({ setFieldError }: KitForm<ReportFields>, { state }: Autosave<ReportFields>) {
  const set = useRef(setFieldError);
  set.current = setFieldError;
  useEffect(() => {
    if (state.kind === 'error') for (const e of state.errors) set.current(e.path, e.message);
  }, [state]);
}

export function useReportForm(report: Report): ReportForm {
  const { project, onFlush } = useProject();
  const [initial] = useState(() => valuesOf(report));
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const form = useKitForm<ReportFields>(reportFields, initial);
  const version = useRef(report.version);
  const store = useStore(report);
  const tellMissing = useMissingTold(report);
  const saver = useAutosave<ReportFields>({
    draftKey: reportKey(project.id, report.number),
    ...{ value: form.values, saved: initial, version: report.version },
    save: async (values, base) => {
      const saved = await store(values, base);
      version.current = saved.version;
      tellMissing(values);
      return saved;
    },
    onRestore: (values, at) => {
      form.setValues(aligned(values, report));
      setRestoredAt(at);
    },
  });
  const takeStored = (stored: Report) => {
    const values = valuesOf(stored);
    version.current = stored.version;
    form.setValues(values);
    saver.adopt(values, stored.version);
  };
  const gaps = gapsIn(report, form.values);
  const isSaved = saver.state.kind === 'saved';
  useMessages(form, saver);
  useFollowing(report, isSaved, version, takeStored);
  const flush = useRef(saver.flush);
  flush.current = saver.flush;
  // The page sends what is held back before a step of the project.
  useEffect(() => onFlush(() => flush.current()), [onFlush]);
  return { ...{ form, saver, takeStored, restoredAt, gaps }, version: () => version.current };
}

/** What somebody else stored is shown where nothing of one's own waits. */
function useFollowing(
  report: Report,
  isSaved: boolean,
  version: { readonly current: number },
  takeStored: (report: Report) => void,
) {
  const take = useRef(takeStored);
  take.current = takeStored;
  useEffect(() => {
    if (isSaved && report.version > version.current) take.current(report);
  }, [report, isSaved, version]);
}
