"""Everything drawn besides beans: avatars, bosses, edicts, sacrifices, spells, emblems and the logo."""
