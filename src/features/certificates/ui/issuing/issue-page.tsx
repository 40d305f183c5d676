import { Tabs } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { isAdmin } from '../../../../domain/kit/actor.ts';
import { Forbidden } from '../../../../web/layout/gates.tsx';
import { parseSearch, paths } from '../../../../web/routing/paths.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { useGo } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { ClosedProjects } from './closed-projects.tsx';
import { ReviewedWorks } from './reviewed-works.tsx';

/** Certificates of what was closed earlier, and of reviewers; tab and filters live in the address. */
export function IssuePage() {
  const user = useSessionUser();
  const go = useGo();
  const tab = useRouterState({ select: state => parseSearch(state.location.searchStr).tab });
  if (!user || !isAdmin(user)) return <Forbidden permission="certificates.manage" />;
  return (
    <>
      <PageHeader
        title="Emitir certificados"
        text="Los de un proyecto que se cierra se emiten solos si su tipo los da; los de antes, desde aquí. Nadie recibe dos veces el mismo."
      />
      <Tabs
        value={tab === 'reviewers' ? 'reviewers' : 'projects'}
        onChange={next =>
          go(paths.issueCertificates(next === 'reviewers' ? { tab: next } : {}), { replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="projects">Proyectos cerrados</Tabs.Tab>
          <Tabs.Tab value="reviewers">Evaluadores</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="projects">
          <ClosedProjects />
        </Tabs.Panel>
        <Tabs.Panel value="reviewers">
          <ReviewedWorks />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
