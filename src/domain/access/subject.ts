import type { KindSlug } from '../kinds/slugs.ts';
import type { Status } from '../kinds/statuses.ts';
import type { SectionSlug } from '../sections/index.ts';
import type { ConditionFacts } from '../workflow/conditions.ts';
import type { Standing } from '../workflow/transitions.ts';
import type { PartSubject } from './part-taking.ts';

/** Who is what to a project, as far as reading it depends on that. Ids are UUIDs. */
export interface ReadSubject {
  readonly status: Status;
  readonly leadId: string;
  readonly alternateId: string | null;
  readonly memberIds: readonly string[];
  readonly schoolId: string | null;
  readonly holderIds: readonly string[];
  /** Reviewers invited, at work or done; who declined, was in conflict or was replaced is none. */
  readonly reviewerIds: readonly string[];
  /** Those of them who have not answered: an invitation lets nobody read it. */
  readonly invitedIds: readonly string[];
  /** Those who may not know whose it is: they read it at their desk, and nowhere else until the resolution. */
  readonly blindIds: readonly string[];
  readonly submittedAt: Date | null;
}

/** The same with what keeps the office from changing it. */
export interface EditSubject extends ReadSubject, PartSubject {
  /** Its budget does not come to what was awarded yet. */
  readonly unfitted: boolean;
  /** While it is corrected: the sections that may change; null where its status alone decides. */
  readonly openSections: readonly SectionSlug[] | null;
}

/** Everything about a project that a permission depends on. Lists fill only what `mayRead` asks for. */
export interface ProjectSubject extends Standing, EditSubject, ConditionFacts {
  readonly id: string;
  readonly kind: KindSlug;
  /** The outreach office (any Admin) holds it, for its own step or in place of a unit without a head. */
  readonly officeTurn: boolean;
  readonly actedAsDirectorIds: readonly string[];
  /** Holders who stand in for a head: a conflict of interest of either counts. */
  readonly deputies: readonly { readonly userId: string; readonly principalId: string }[];
}
