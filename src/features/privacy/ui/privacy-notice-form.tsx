interface PrivacyNoticeFormProps {
  onSaved: () => void;
}

/** The notice that people read where their data are taken, with its versions. */
export function PrivacyNoticeForm({ onSaved: _onSaved }: PrivacyNoticeFormProps) {
  return null;
}
