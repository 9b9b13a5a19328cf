/** One place an obligation was read in. `url` is null when none was noted. */
export interface Source {
  readonly name: string;
  readonly url: string | null;
}

/** "Name (https://…)": the address is the last thing, and may itself hold commas and brackets. */
const NAME_AND_URL = /^(?<name>.+?) \((?<url>https?:\/\/\S+)\)$/;

/** Reads the catalogue's line of sources, `Name (address); Name (address)`, in its order. */
export function splitSources(line: string): Source[] {
  return line
    .split(/;\s+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const { name = part, url = null } = NAME_AND_URL.exec(part)?.groups ?? {};
      return { name, url };
    });
}
