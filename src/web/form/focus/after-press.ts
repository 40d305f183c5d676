let isPressed = false;
const waiting: (() => void)[] = [];

function catchUp(): void {
  isPressed = false;
  for (const act of waiting.splice(0)) act();
}
document.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
// After what the click did, as the page is drawn anew by it: before, a box would be drawn as it was and not change. Yet
// before any answer to what it sent, so that what a server says of a field stays.
document.addEventListener('click', catchUp);
// What was let go elsewhere or became a drag is no click, and a click may be kept from here. A menu of the system may
// keep the end of a press to itself: whoever types on presses no more.
for (const event of ['pointerup', 'pointercancel', 'keydown'])
  document.addEventListener(event, () => setTimeout(catchUp), { capture: true });

/**
 * At once, or, while something is being pressed, once that is over. What moves the page under a pointer that is down
 * takes the click away: it goes to what is pressed and let go in one place.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
