import { screen } from '@testing-library/react';
import type { ProjectDetail } from '../../src/features/project-record/detail/contract.ts';
import type { OfferedPhoto, Publication, PublicationFields } from '../../src/features/public/contract.ts';
import { ProjectPublication } from '../../src/features/public/ui/project/project-publication.tsx';
import { ME, showAt } from './render.tsx';
import { answer, refusal } from './server.tsx';
import { idOf, PROJECT } from './surveys.tsx';

export const LEAD = { id: ME, name: 'Ana Soto' };

/** A photo of the project, `foto-1.jpg`, that nothing hinders. */
export const photo = (n: number, more: Partial<OfferedPhoto> = {}): OfferedPhoto => ({
  ...{ file: idOf(40 + n), name: `foto-${n}.jpg`, thumbnail: `/files/${n}?until=1` },
  ...{ caption: '', position: null, refusal: null },
  ...more,
});
export const chosen = (n: number, position: number, caption: string) => photo(n, { position, caption });

/** What is published of a project as a server keeps it: whoever comes with an old version is told what is stored. */
export class StoredPublication {
  readonly at = `/projects/pacs/${PROJECT.id}/publication`;
  publication: Publication = {
    ...{ address: 'https://v.u.cl/publico/proyectos/PAC-2026-0001', isPublic: false },
    hindrances: ['Falta el consentimiento para publicarlo.'],
    ...{ consented: false, showsResults: false, lead: { ...LEAD, isShown: false }, withheld: null },
    ...{ photos: [], expiresAt: '2100-01-01T00:00:00.000Z', version: 0 },
    ...{ mayManage: true, manageRefusal: null, mayShowName: true, mayWithhold: false },
  };

  constructor() {
    answer(`GET ${this.at}`, () => this.publication);
    answer(`PUT ${this.at}`, ({ body }) => this.take(body as PublicationFields & { version: number }));
  }

  /** Also what somebody else does meanwhile. */
  change(more: Partial<Publication>) {
    this.publication = { ...this.publication, ...more };
    return this.publication;
  }

  take({ version, photos, ...rest }: PublicationFields & { version: number }) {
    const { publication } = this;
    if (version !== publication.version) return refusal(409, { code: 'conflict', extra: { publication } });
    const given = photos.map(({ file, caption }, position) => ({
      ...(publication.photos.find(p => p.file === file) ?? photo(0)),
      ...{ caption: caption.trim(), position },
    }));
    const others = publication.photos.filter(p => !photos.some(g => g.file === p.file));
    return this.change({
      ...{ ...rest, version: version + 1, isPublic: rest.consented, hindrances: [] },
      photos: [...given, ...others.map(p => ({ ...p, position: null }))],
    });
  }

  async show(more: Partial<Publication> = {}, readsPublication = true) {
    this.change(more);
    const project = { ...PROJECT, readsPublication } as Partial<ProjectDetail> as ProjectDetail;
    const page = await showAt('/x', () => <ProjectPublication project={project} />);
    const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
    return { ...page, press };
  }
}

/** A switch by the beginning of its name, of which its help is a part. */
export const isOn = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name }).checked;
