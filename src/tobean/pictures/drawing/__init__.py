"""What pictures are drawn with: symbols of the art, texts and boxes, and the sizes of a table."""
