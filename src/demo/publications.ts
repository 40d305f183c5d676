import { isOwn } from '../domain/access/visibility.ts';
import { AWARDED } from '../domain/kinds/statuses.ts';
import { MOST_PUBLISHED_PHOTOS } from '../domain/publishing/publication.ts';
import type { KnownProject } from '../features/project-record/held/queries.ts';
import { readProject } from '../features/project-record/subject/queries.ts';
import { savePublication, showLeadName } from '../features/public/commands.ts';
import { demoId } from '../server/sign-in/demo-identity.ts';
import { photoId } from './execution.ts';
import type { Writing } from './life.ts';
import type { DemoProject } from './seed/projects.ts';

/** Nobody is signed in: links to small pictures are made for nobody. */
const NOWHERE = { session: { id: demoId('session') }, publicUrl: 'http://localhost' };

const photosOf = ({ execution }: DemoProject, project: KnownProject) =>
  (execution?.activities ?? [])
    .flatMap(({ photos = [] }, n) =>
      photos.map(({ caption }, m) => ({ file: photoId(project, n, m), caption: caption.replace(/\.$/, '') })),
    )
    .slice(0, MOST_PUBLISHED_PHOTOS);

/** What is approved shows its results and photos to anybody; of every other one its lead shows their name, too. */
export async function publishProject(
  { db, actorOf, workflow }: Writing,
  p: DemoProject,
  address: Pick<KnownProject, 'kind' | 'id'>,
  number: number,
): Promise<void> {
  const lead = actorOf(p.lead);
  const asked = { ...address, ...NOWHERE, kinds: workflow.kinds };
  const project = await readProject(db, lead, address);
  if (!AWARDED.includes(project.status) || !isOwn(lead, project)) return;
  const taken = await db.selectFrom('files').select('id').where('project_id', '=', project.id).execute();
  const photos = photosOf(p, asked).filter(photo => taken.some(({ id }) => id === photo.file));
  await savePublication(
    { db, actor: lead },
    { ...asked, body: { consented: true, showsResults: true, photos, version: 0 } },
  );
  if (number % 2 === 1) await showLeadName({ db, actor: lead }, { ...asked, body: { shown: true } });
}
