"""What games bring to the pages: files, pictures, guides."""
