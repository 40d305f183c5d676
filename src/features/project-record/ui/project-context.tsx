import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { useRead } from '../../../web/query.ts';
import { getCatalogues } from '../../options/contract.ts';
import type { ProjectDetail } from '../detail/contract.ts';
import { type ProjectCache, useProjectCache } from './project-cache.tsx';

/** The project on screen, and the names of what its fields refer to. */
interface ProjectContextValue {
  readonly project: ProjectDetail;
  readonly cache: ProjectCache;
  /** Name of a referenced person, school, comuna, file, objective… by id or code; empty when unknown. */
  nameOf(id: string): string;
  /** Keeps the name of something just chosen, until the server sends it along. */
  learn(id: string, name: string): void;
  /** Sends what the open section still holds back; true when the server has everything. */
  flush(): Promise<boolean>;
  /** The open section says how. */
  onFlush(flush: () => Promise<boolean>): () => void;
}

const Context = createContext<ProjectContextValue | null>(null);

export function useProject(): ProjectContextValue {
  const value = use(Context);
  if (!value) throw new Error('Outside of a project page');
  return value;
}

function ownNames({ files, sections }: ProjectDetail): Map<string, string> {
  const names = new Map(files.map(f => [f.id, f.name]));
  const stated = sections.find(s => s.slug === 'objectives')?.data.specific;
  (Array.isArray(stated) ? (stated as { id: string; text: string }[]) : []).forEach((objective, n) => {
    names.set(objective.id, `${n + 1}. ${objective.text}`);
  });
  return names;
}

export function ProjectProvider({ project, children }: { project: ProjectDetail; children: ReactNode }) {
  const cache = useProjectCache(project);
  const { data: catalogues } = useRead(getCatalogues);
  const [learned, setLearned] = useState<Readonly<Record<string, string>>>({});
  const flushers = useRef(new Set<() => Promise<boolean>>());
  const value = useMemo<ProjectContextValue>(() => {
    const own = ownNames(project);
    const shared = [...(catalogues?.schools ?? []), ...(catalogues?.themes ?? [])];
    const names = new Map([
      ...shared.map(each => [each.id, each.name] as const),
      ...(catalogues?.comunas ?? []).map(each => [each.code, each.name] as const),
    ]);
    return {
      project,
      cache,
      nameOf: id => learned[id] ?? project.labels[id] ?? own.get(id) ?? names.get(id) ?? '',
      learn: (id, name) => setLearned(before => ({ ...before, [id]: name })),
      flush: async () => (await Promise.all([...flushers.current].map(flush => flush()))).every(Boolean),
      onFlush: flush => {
        flushers.current.add(flush);
        return () => flushers.current.delete(flush);
      },
    };
  }, [project, cache, catalogues, learned]);
  return <Context value={value}>{children}</Context>;
}
