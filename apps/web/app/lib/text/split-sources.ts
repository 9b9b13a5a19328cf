/** Source of an obligation; `url` is null when none was noted. */
export interface Source {
  readonly name: string;
  readonly url: string | null;
}

/** Address at the end of "Name (https://…)"; it may itself hold commas and brackets. */
const NAME_AND_URL = /^(?<name>.+?) \((?<url>https?:\/\/\S+)\)$/;

/** Sources of the catalogue's line, `Name (address); Name (address) and name (address)`, in its order (R-tracker-30). */
export function splitSources(line: string): Source[] {
  return line
    .split(/;\s+|(?<=\)) and /)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const { name = part, url = null } = NAME_AND_URL.exec(part)?.groups ?? {};
      return { name, url };
    });
}
