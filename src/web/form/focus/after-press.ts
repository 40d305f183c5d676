let isPressed = false;
const waiting: (() => void)[] = [];

/** The click comes right after the pointer is up: what waits for it comes after that. */
function release(): void {
  isPressed = false;
  setTimeout(() => {
    for (const act of waiting.splice(0)) act();
  });
}
document.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const event of ['pointerup', 'pointercancel'])
  document.addEventListener(event, release, { capture: true });

/**
 * At once, or, while something is being pressed, once that is over. What moves the page under a pointer that is down
 * takes the click away: it goes to what is pressed and let go in one place.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
